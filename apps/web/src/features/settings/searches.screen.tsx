import { useActingDog, useUser } from '../../auth.ts'
import { ClosedCard } from '../../components/settings-card.tsx'
import { SearchesCard } from '../searches/search-list.tsx'
import { SkipsCard } from '../skips/skips-card.tsx'
import { UnitsCard } from './preference-cards.tsx'
import { SettingsGroup } from './settings-group.tsx'

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
