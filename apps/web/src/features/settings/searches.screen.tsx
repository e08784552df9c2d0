import { isolate } from '@barkyard/domain/isolate'
import type { Dog } from '@barkyard/domain/schemas/dog'
import type { Skip } from '@barkyard/domain/schemas/skip'
import { useActingDog, useUser } from '../../auth.ts'
import { ClosedCard } from '../../components/settings-card.tsx'
import { UndoCard } from '../../components/undo-card.tsx'
import { paged, useInfiniteList } from '../../lib/list-pages.ts'
import { trpc } from '../../trpc.ts'
import { SearchesCard } from '../searches/search-list.tsx'
import { useUndoSkip } from '../skips/data.ts'
import { UnitsCard } from './preference-cards.tsx'
import { SettingsGroup } from './settings-group.tsx'

/** The dogs that the acting dog doesn't find in Sniff. Refreshed at each visit, because other devices change it too. */
function SkipsCard({ dog }: { dog: Dog }) {
  return (
    <UndoCard
      title={`Not for ${isolate(dog.name)}`}
      empty={`${isolate(dog.name)} finds every dog nearby. “Not for us” in a dog's menu leaves it out of Sniff.`}
      failed="We couldn't load these dogs"
      list={useInfiniteList<Skip>(trpc.skips.list.useInfiniteQuery({}, { ...paged, staleTime: 0 }))}
      wordsOf={() => 'Left out of Sniff'}
      undo={useUndoSkip()}
    />
  )
}

export function Component() {
  const dog = useActingDog()
  return (
    <SettingsGroup name="settingsSearches">
      {useUser()?.isImpersonating ? (
        <ClosedCard title="Saved searches" text="your searches" />
      ) : (
        <>
          <SearchesCard />
          {dog ? <SkipsCard key={dog.id} dog={dog} /> : null}
          <UnitsCard />
        </>
      )}
    </SettingsGroup>
  )
}
