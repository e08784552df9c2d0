import { DISTANCE_DEFAULT } from '@barkyard/domain/sniff'
import { activateDog, createDog, deleteDog, dogsOfUser, editDog, findDog } from '../../src/queries/dogs/dogs.ts'
import { countAround } from '../../src/queries/location/around.ts'
import {
  abandonPhotoKey,
  abandonPhotoKeysOf,
  addPhotoHash,
  forgetPhotoKeys,
  goneCopiedPhotos,
  listPhotoKeys,
  photoKeysAfter,
  photosToHash,
  recordCopiedPhotos,
  recordPhotoKeys,
  renamePhoto,
} from '../../src/queries/photos/photo-keys.ts'
import {
  addPhoto,
  deletePhoto,
  focusPhoto,
  orderPhotos,
  purgePhoto,
  restorePhoto,
} from '../../src/queries/photos/photos.ts'
import { outdatePhotoKeys } from '../../src/queries/reports/moderation.ts'
import { findSearcher, type SniffSearch, sniffPage, stillFound } from '../../src/queries/sniff/sniff.ts'
import { widerSearch } from '../../src/queries/sniff/wider.ts'
import { actingAs, admin, type Calls, dog, now, of, today, user, viewer, within } from './calls.ts'
import { crowdId } from './crowd.ts'

const SEARCH: SniffSearch = {
  viewer,
  cell: 9050 * 36000 + 18050,
  distance: DISTANCE_DEFAULT,
  ageMin: 0,
  ageMax: 15,
  sizes: ['small', 'medium'],
  temperaments: ['calm', 'playful'],
  verified: [],
  today,
  limit: 50,
}
/** The first step finds nobody. */
const NOBODY = { ...SEARCH, cell: (9050 + 6) * 36000 + 18050 + 160, ageMin: 0, ageMax: 15, temperaments: [] }
const A_DOG = {
  name: 'Ada',
  breed: 'Corgi',
  size: 'small',
  sex: 'male',
  ageYears: 3,
  temperament: [],
  bio: null,
} as const

/** Searches, dogs and photos. */
export const dogs: Calls = {
  sniff: {
    'the first page': of(4 * 50, db => sniffPage(db, SEARCH)),
    'the next page': of(5 * 50, db =>
      sniffPage(db, { ...SEARCH, after: { dogId: crowdId.dog(5051), cell: SEARCH.cell } }),
    ),
    'a page with its count': of(5_100, db => sniffPage(db, { ...SEARCH, countTo: 1000 })),
    'without a place': of(5_100, db => sniffPage(db, { ...SEARCH, cell: null, countTo: 1000 }), { stopsSoon: true }),
    'without matched dogs': of(4 * 50, db => sniffPage(db, { ...SEARCH, withoutMatched: true })),
    // Also where few are: the cells up to the last one, and hardly another dog than those that are shown.
    'verified dogs': of(12 * 50, db => sniffPage(db, { ...SEARCH, verified: ['photo', 'vaccination'] })),
    around: of(2_000, db => countAround(db, { viewer, cell: SEARCH.cell ?? 0, now })),
    'still found': of(8 * 50, async db => stillFound(db, SEARCH, (await sniffPage(db, SEARCH)).dogs)),
    'wider: farther': of(11_000, db => widerSearch(db, { ...NOBODY, distance: 5 })),
    'wider: without a filter': of(11_000, db =>
      widerSearch(db, { ...NOBODY, sizes: [], temperaments: ['aggressive'] }),
    ),
    'where to look from': of(1, db => findSearcher(db, user)),
  },
  dogs: {
    mine: of(5, db => dogsOfUser(db, user, today)),
    one: of(2, db => findDog(db, admin, dog, today)),
    'one of others': of(5, db => findDog(db, actingAs(2), dog, today)),
    create: within(20, trx => createDog(trx, user, { ...A_DOG, temperament: [] }, { atMost: 50, today })),
    activate: within(10, trx => activateDog(trx, viewer, dog, { sessionId: crowdId.session(1), today })),
    'create again': within(20, trx =>
      createDog(trx, user, { ...A_DOG, temperament: [], clientId: `draft ${dog}` }, { atMost: 50, today }),
    ),
    edit: within(1_300, trx => editDog(trx, viewer, dog, { ageYears: 4 }, today)),
    delete: within(20, trx => deleteDog(trx, admin, crowdId.dog(90_000), now)),
  },
  photos: {
    note: of(5, db => recordPhotoKeys(db, ['a-new-key'])),
    add: within(1_300, trx =>
      addPhoto(trx, viewer, { dogId: dog, key: 'a-new-key', focus: null, hash: 7n }, { atMost: 6, now }),
    ),
    focus: within(30, trx => focusPhoto(trx, admin, crowdId.photo(7), { x: 0.5, y: 0.5 })),
    'give up': of(5, db => abandonPhotoKey(db, 'key-7')),
    'give up old': of(5, db => abandonPhotoKeysOf(db, new Date(0))),
    delete: within(20, trx => deletePhoto(trx, admin, crowdId.photo(7), { by: user, at: now })),
    restore: within(20, trx => restorePhoto(trx, admin, crowdId.photo(7), { by: user, since: new Date(0), atMost: 6 })),
    purge: within(20, trx => purgePhoto(trx, crowdId.photo(9), now)),
    order: within(30, trx => orderPhotos(trx, admin, crowdId.dog(7), { photoIds: [crowdId.photo(7)], today })),
    outdate: within(10, trx => outdatePhotoKeys(trx, [crowdId.dog(7)])),
    outdated: of(30, db => listPhotoKeys(db, 'outdated_photos', 20)),
    'note copies': of(5, db => recordPhotoKeys(db, ['a-copy', 'a-kept-copy'])),
    rename: of(10, db => renamePhoto(db, 'key-7', 'a-copy')),
    'forget outdated': of(5, db => forgetPhotoKeys(db, 'outdated_photos', ['key-7'])),
    removed: of(110, db => listPhotoKeys(db, 'removed_photos', 100)),
    forget: of(5, db => forgetPhotoKeys(db, 'removed_photos', ['key-7'])),
    'keys after': of(210, db => photoKeysAfter(db, 'key-1', 100)),
    'note copied': of(5, db => recordCopiedPhotos(db, ['key-1'])),
    'gone copied': of(110, db => goneCopiedPhotos(db, 100)),
    'forget copied': of(5, db => forgetPhotoKeys(db, 'copied_photos', ['key-1'])),
    'to hash': of(400, db => photosToHash(db, crowdId.photo(7), 50)),
    hash: within(10, trx => addPhotoHash(trx, crowdId.photo(7), 1n)),
  },
}
