import { DISTANCE_DEFAULT } from '@barkyard/domain/sniff'
import { activateDog, createDog, deleteDog, dogsOfUser, editDog, findDog } from '../../src/queries/dogs/dogs.ts'
import { countAround } from '../../src/queries/location/around.ts'
import * as photoKeys from '../../src/queries/photos/photo-keys.ts'
import * as photos from '../../src/queries/photos/photos.ts'
import { outdatePhotoKeys } from '../../src/queries/reports/moderation.ts'
import { findSearcher, type SniffSearch, sniffPage, stillFound } from '../../src/queries/sniff/sniff.ts'
import { widerSearch } from '../../src/queries/sniff/wider.ts'
import { actingAs, admin, type Calls, dog, now, of, scan, today, user, viewer, within } from './calls.ts'
import { crowdId } from './crowd.ts'

const SEARCH: SniffSearch = {
  viewer,
  cell: 9050 * 36000 + 18050,
  distance: DISTANCE_DEFAULT,
  ...{ ageMin: 0, ageMax: 15, sizes: ['small', 'medium'], temperaments: ['calm', 'playful'], verified: [] },
  today,
  limit: 50,
}
/** The first step finds nobody. */
const NOBODY = { ...SEARCH, cell: (9050 + 6) * 36000 + 18050 + 160, temperaments: [] }
const TRAITS = { breed: 'Corgi', size: 'small', sex: 'male', ageYears: 3, bio: null } as const
const A_DOG = { ...TRAITS, name: 'Ada', temperament: [] }
const A_PHOTO = { dogId: dog, key: 'a-new-key', focus: null, hash: 7n }
const LIMITS = { atMost: 50, today }

/** Searches, dogs and photos. */
export const dogs: Calls = {
  sniff: {
    'the first page': of(4 * 50, sniffPage, SEARCH),
    'the next page': of(5 * 50, sniffPage, { ...SEARCH, after: { dogId: crowdId.dog(5051), cell: SEARCH.cell } }),
    'a page with its count': of(5_100, sniffPage, { ...SEARCH, countTo: 1000 }),
    'without a place': scan(5_100, sniffPage, { ...SEARCH, cell: null, countTo: 1000 }),
    'without matched dogs': of(4 * 50, sniffPage, { ...SEARCH, withoutMatched: true }),
    // Also where few are: the cells up to the last one, and hardly another dog than those that are shown.
    'verified dogs': of(12 * 50, sniffPage, { ...SEARCH, verified: ['photo', 'vaccination'] }),
    around: of(2_000, countAround, { viewer, cell: SEARCH.cell ?? 0, now }),
    'still found': of(8 * 50, async db => stillFound(db, SEARCH, (await sniffPage(db, SEARCH)).dogs)),
    'wider: farther': of(11_000, widerSearch, { ...NOBODY, distance: 5 }),
    'wider: without a filter': of(11_000, widerSearch, { ...NOBODY, sizes: [], temperaments: ['aggressive'] }),
    'where to look from': of(1, findSearcher, user),
  },
  dogs: {
    mine: of(5, dogsOfUser, user, today),
    one: of(2, findDog, admin, dog, today),
    'one of others': of(5, findDog, actingAs(2), dog, today),
    create: within(20, createDog, user, A_DOG, LIMITS),
    activate: within(10, activateDog, viewer, dog, { sessionId: crowdId.session(1), today }),
    'create again': within(20, createDog, user, { ...A_DOG, clientId: `draft ${dog}` }, LIMITS),
    edit: within(1_300, editDog, viewer, dog, { ageYears: 4 }, today),
    delete: within(20, deleteDog, admin, crowdId.dog(90_000), now),
  },
  photos: {
    note: of(5, photoKeys.recordPhotoKeys, ['a-new-key']),
    add: within(1_300, photos.addPhoto, viewer, A_PHOTO, { atMost: 6, now }),
    focus: within(30, photos.focusPhoto, admin, crowdId.photo(7), { x: 0.5, y: 0.5 }),
    'give up': of(5, photoKeys.abandonPhotoKey, 'key-7'),
    'give up old': of(5, photoKeys.abandonPhotoKeysOf, new Date(0)),
    delete: within(20, photos.deletePhoto, admin, crowdId.photo(7), { by: user, at: now }),
    restore: within(20, photos.restorePhoto, admin, crowdId.photo(7), { by: user, since: new Date(0), atMost: 6 }),
    purge: within(20, photos.purgePhoto, crowdId.photo(9), now),
    order: within(30, photos.orderPhotos, admin, crowdId.dog(7), { photoIds: [crowdId.photo(7)], today }),
    outdate: within(10, outdatePhotoKeys, [crowdId.dog(7)]),
    outdated: of(30, photoKeys.listPhotoKeys, 'outdated_photos', 20),
    'note copies': of(5, photoKeys.recordPhotoKeys, ['a-copy', 'a-kept-copy']),
    rename: of(10, photoKeys.renamePhoto, 'key-7', 'a-copy'),
    'forget outdated': of(5, photoKeys.forgetPhotoKeys, 'outdated_photos', ['key-7']),
    removed: of(110, photoKeys.listPhotoKeys, 'removed_photos', 100),
    forget: of(5, photoKeys.forgetPhotoKeys, 'removed_photos', ['key-7']),
    'keys after': of(210, photoKeys.photoKeysAfter, 'key-1', 100),
    'note copied': of(5, photoKeys.recordCopiedPhotos, ['key-1']),
    'gone copied': of(110, photoKeys.goneCopiedPhotos, 100),
    'forget copied': of(5, photoKeys.forgetPhotoKeys, 'copied_photos', ['key-1']),
    'to hash': of(400, photoKeys.photosToHash, crowdId.photo(7), 50),
    hash: within(10, photoKeys.addPhotoHash, crowdId.photo(7), 1n),
  },
}
