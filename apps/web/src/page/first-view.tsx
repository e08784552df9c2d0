import { isolate } from '@barkyard/domain/isolate'
import { MESSAGES_DEFAULT } from '@barkyard/domain/message'
import type { ReactNode } from 'react'
import { useActingDog } from '../auth.ts'
import { BarksPage } from '../barks-pane.tsx'
import { Bone, SkeletonRows, Spinner } from '../components/loading.tsx'
import { BackLink, Page } from '../components/page.tsx'
import { VerificationBadges } from '../components/verification-badges.tsx'
import { DogColumns } from '../features/dogs/dog-columns.tsx'
import { DogAbout, DogTags, DogTitle, GoodToKnow } from '../features/dogs/dog-facts.tsx'
import dogPage from '../features/dogs/dog-page.module.css'
import { DogCardSkeletons, subtitleFor } from '../features/dogs/my-dogs/dog-card-skeletons.tsx'
import { Component as Doghouse } from '../features/home/doghouse.screen.tsx'
import { PlaceChip } from '../features/location/place-chip.tsx'
import { LostStrip } from '../features/lost/strip.tsx'
import { Bubble, Inserted } from '../features/messages/bubble.tsx'
import chat from '../features/messages/chat.module.css'
import { ChatHeader, ChatSkeleton } from '../features/messages/chat-header.tsx'
import { isInsert, toRows } from '../features/messages/rows.ts'
import { BACK, ParkHead } from '../features/parks/park-head.tsx'
import { PlanStrip } from '../features/playdates/chat/plan-strip.tsx'
import { usePlanInserts } from '../features/playdates/chat/use-plan-inserts.tsx'
import { useChatPlaydates } from '../features/playdates/data.ts'
import { PickerSkeleton, PlaydateSkeletons } from '../features/playdates/skeletons.tsx'
import { Component as Settings } from '../features/settings/settings.screen.tsx'
import { SettingsGroup, type SettingsGroupName } from '../features/settings/settings-group.tsx'
import { DogCard } from '../features/sniff/results/dog-card.tsx'
import { FilterSkeleton, SkeletonCards } from '../features/sniff/skeletons.tsx'
import sniff from '../features/sniff/sniff.module.css'
import { inOrder, readAddress, sniffQueryAt } from '../lib/sniff-address.ts'
import { SCREENS, type ScreenAt, type ScreenName, type Visit } from '../screens.ts'
import { trpc } from '../trpc.ts'

const FIRST_CARDS = 4
/** The width of its photo on a phone, and about its width elsewhere. */
const FIRST_PHOTO = '(max-width: 30em) calc(100vw - 48px), 257px'

function Sniff({ url }: Visit) {
  const search = trpc.sniff.search.useInfiniteQuery(sniffQueryAt(url.searchParams), { getNextPageParam: () => null })
  const { order } = readAddress(url.searchParams)
  const [first] = inOrder(search.data?.pages[0]?.items ?? [], order)
  return (
    <Page
      title={SCREENS.sniff.title}
      subtitle="Loading..."
      isLow
      actions={
        <>
          <PlaceChip />
          <Bone width={200} height={44} />
        </>
      }
    >
      <div className={sniff.layout}>
        <div className={`card ${sniff.sidebar} ${sniff.sidebarToCome}`}>
          <FilterSkeleton />
        </div>
        <div className={`shrinkable ${sniff.results}`}>
          <LostStrip />
          <SkeletonCards cards={FIRST_CARDS}>
            {/* One alone: the photos of more would keep a slow line from the scripts. */}
            {first ? (
              <DogCard
                dog={first}
                following={[]}
                bark={<Bone height={44} />}
                sizes={FIRST_PHOTO}
                priority
                focused={false}
              />
            ) : null}
          </SkeletonCards>
        </div>
      </div>
    </Page>
  )
}

function DogProfile({ id }: Visit) {
  const dog = trpc.dogs.get.useQuery({ id }).data
  if (!dog)
    return (
      <Page title="Dog" hideTitle>
        <SkeletonRows />
      </Page>
    )
  return (
    <article className={`page-width ${dogPage.page}`}>
      <div className={dogPage.back}>
        <BackLink to="/sniff" label="Back to sniffing" />
      </div>
      <DogColumns dog={dog}>
        <DogTitle dog={dog} />
        <VerificationBadges dog={dog} />
        <DogTags dog={dog} />
        <DogAbout dog={dog} title={`About ${isolate(dog.name)}`} />
        <GoodToKnow dog={dog} />
      </DogColumns>
    </article>
  )
}

const FIRST_MESSAGES = 20

function Chat({ id }: Visit) {
  const dog = useActingDog()
  const dogId = dog?.id ?? ''
  const other = trpc.matches.get.useQuery({ matchId: id }).data?.otherDog ?? null
  const messages = trpc.messages.list.useQuery({ matchId: id, limit: MESSAGES_DEFAULT }).data?.slice(-FIRST_MESSAGES)
  const playdates = useChatPlaydates(id)
  const inserts = usePlanInserts(playdates, dog, other)
  const rows = toRows({ messages: messages ?? [], outgoing: [], sentAs: new Map(), dogId, inserts, fromStart: false })
  return (
    <div className={`full ${chat.both}`}>
      <div className={chat.aside}>
        <h2 style={{ marginBottom: 12 }}>Barks</h2>
        <SkeletonRows />
      </div>
      <div className={`column full relative ${chat.chat}`}>
        <ChatHeader dog={other} />
        {messages?.length ? (
          <div className={`column ${chat.first}`}>
            {rows.map(row =>
              isInsert(row) ? (
                <Inserted key={row.key} row={row} />
              ) : (
                <Bubble
                  key={row.key}
                  row={row}
                  otherName={other?.name ?? ''}
                  isWaiting={false}
                  onTryAgain={() => undefined}
                  onDiscard={() => undefined}
                />
              ),
            )}
          </div>
        ) : (
          <ChatSkeleton />
        )}
        {dog && other ? (
          <PlanStrip match={{ id, otherDog: other }} dog={dog} playdates={playdates} isInStream={() => true} />
        ) : (
          <div className={`no-shrink ${chat.stripSpace}`} />
        )}
        <div className={`no-shrink ${chat.composerSpace}`} />
      </div>
    </div>
  )
}

const Barks = () => (
  <BarksPage>
    <SkeletonRows />
  </BarksPage>
)

const Playdates = () => (
  <Page title={SCREENS.playdates.title} subtitle={SCREENS.playdates.subtitle}>
    <PickerSkeleton />
    <PlaydateSkeletons />
  </Page>
)

function ParkPage({ id }: Visit) {
  const park = trpc.parks.get.useQuery({ id }).data
  if (!park) return <Spinner />
  return (
    <Page title={park.name} back={BACK} width="narrow">
      <ParkHead park={park} />
      <Bone height={440} />
    </Page>
  )
}

const MyDogs = () => (
  <Page title={SCREENS.myDogs.title} subtitle={subtitleFor(useActingDog())}>
    <DogCardSkeletons />
  </Page>
)

type WithView = { [N in ScreenName]: (typeof SCREENS)[N] extends { serverView: 'own' } ? N : never }[ScreenName]

const VIEWS: Record<WithView, (visit: Visit) => ReactNode> = {
  doghouse: Doghouse,
  sniff: Sniff,
  dog: DogProfile,
  barks: Barks,
  chat: Chat,
  park: ParkPage,
  playdates: Playdates,
  myDogs: MyDogs,
  settings: Settings,
}

/** A screen as the server can render it: known data, and skeletons for the rest. */
export function FirstView({ at: { name, screen }, visit }: { at: ScreenAt; visit: Visit }) {
  if (screen.serverView === 'own') {
    const View = VIEWS[name as WithView]
    return <View {...visit} />
  }
  if (screen.serverView === 'settings')
    return (
      <SettingsGroup name={name as SettingsGroupName}>
        <SkeletonRows />
      </SettingsGroup>
    )
  if (screen.serverView !== 'rows') return <Spinner />
  return (
    <Page title={screen.title ?? ''} subtitle={screen.subtitle} width="narrow">
      <SkeletonRows />
    </Page>
  )
}
