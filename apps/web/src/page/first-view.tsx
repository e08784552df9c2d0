import type { Dog, SniffDog } from '@barkyard/domain/schemas/dog'
import type { Match, UnreadByDog } from '@barkyard/domain/schemas/match'
import type { User } from '@barkyard/domain/schemas/user'
import type { ReactNode } from 'react'
import type { AroundScreen } from '../components/app-frame.tsx'
import { BackLink } from '../components/back-link.tsx'
import { Bone } from '../components/bone.tsx'
import { SkeletonCards, SkeletonRows, Spinner } from '../components/loading.tsx'
import { Page } from '../components/page.tsx'
import { DogCardSkeletons } from '../features/dogs/dog-card-skeletons.tsx'
import { DogColumns } from '../features/dogs/dog-columns.tsx'
import { DogAbout, DogTags, DogTitle } from '../features/dogs/dog-facts.tsx'
import dogPage from '../features/dogs/dog-page.module.css'
import { Cards } from '../features/home/cards.tsx'
import doghouse from '../features/home/doghouse.module.css'
import { ProfileCard } from '../features/home/profile-card.tsx'
import chat from '../features/messages/chat.module.css'
import { ChatHeader } from '../features/messages/chat-header.tsx'
import { ChatSkeleton } from '../features/messages/chat-skeleton.tsx'
import { PickerSkeleton, PlaydateSkeletons } from '../features/playdates/skeletons.tsx'
import { DogCard } from '../features/sniff/dog-card.tsx'
import { FilterSkeleton } from '../features/sniff/filter-skeleton.tsx'
import sniff from '../features/sniff/sniff.module.css'
import type { FirstAnswer } from './first-answers.ts'
import type { ScreenName } from './screen-names.ts'

/** The answers by procedure. A page asks each procedure at most once. */
export const answersOf = (answers: readonly FirstAnswer[]) => {
  const byPath = new Map(answers.map(({ path, data }) => [path, data]))
  return <T,>(path: string) => byPath.get(path) as T | undefined
}
type Answers = ReturnType<typeof answersOf>

export const aroundScreen = (user: User, answers: Answers): AroundScreen => ({
  dog: user.dog,
  dogs: answers<Dog[]>('dogs.mine') ?? [],
  newBarks: answers<{ count: number }>('matches.newCount')?.count ?? 0,
  pendingPlaydates: answers<{ count: number }>('playdates.pendingCount')?.count ?? 0,
  unreadByDog: answers<UnreadByDog>('matches.unreadByDog') ?? [],
  unseen: answers<{ count: number }>('notifications.unseenCount')?.count ?? 0,
})

/** The first row of a grid with four columns. */
const FIRST_CARDS = 4

const Doghouse = ({ dog, around }: { dog: Dog; around: AroundScreen }) => (
  <Page title={`Welcome back, ${dog.name}!`} subtitle="Your doghouse dashboard">
    <div className={doghouse.house}>
      <ProfileCard dog={dog} />
      <Cards barks={around.newBarks} playdates={around.pendingPlaydates} />
    </div>
  </Page>
)

const Sniff = ({ first }: { first: SniffDog | undefined }) => (
  <Page title="Sniff Dogs Nearby" subtitle="Loading..." actions={<Bone width={250} height={46} />}>
    <div className={sniff.layout}>
      <div className={`${sniff.sidebar} ${sniff.sidebarToCome}`}>
        <FilterSkeleton />
      </div>
      <SkeletonCards cards={FIRST_CARDS}>
        {/* One alone: the photos of more would keep a slow line from the scripts. */}
        {first ? (
          <DogCard dog={first} following={[]} bark={<Bone height={44} />} columns={1} priority focused={false} />
        ) : null}
      </SkeletonCards>
    </div>
  </Page>
)

const DogProfile = ({ dog }: { dog: SniffDog | undefined }) =>
  dog ? (
    <article className={dogPage.page}>
      <div className={dogPage.back}>
        <BackLink to="/sniff" label="Back to sniffing" />
      </div>
      <DogColumns dog={dog}>
        <DogTitle dog={dog} />
        <DogTags dog={dog} />
        <DogAbout dog={dog} title={`About ${dog.name}`} />
      </DogColumns>
    </article>
  ) : (
    <Page title="Dog" hideTitle>
      <SkeletonRows />
    </Page>
  )

const Chat = ({ match }: { match: Match | undefined }) => (
  <div className={chat.chat}>
    <ChatHeader dog={match?.otherDog ?? null} />
    <ChatSkeleton />
    <div className={chat.composerSpace} />
  </div>
)

const Playdates = () => (
  <Page title="Playdates" subtitle="Schedule meetups with your matches at San Francisco parks">
    <PickerSkeleton />
    <PlaydateSkeletons />
  </Page>
)

const rows = (title: string, subtitle?: string) => (
  <Page title={title} subtitle={subtitle} width="narrow">
    <SkeletonRows />
  </Page>
)

/** A screen as the server can render it: known data, and skeletons for the rest. */
export function firstView(screen: ScreenName, user: User, answers: Answers): ReactNode {
  switch (screen) {
    case 'doghouse':
      return user.dog ? <Doghouse dog={user.dog} around={aroundScreen(user, answers)} /> : <Spinner />
    case 'sniff':
      return <Sniff first={answers<{ items: SniffDog[] }>('sniff.search')?.items[0]} />
    case 'dog':
      return <DogProfile dog={answers<SniffDog>('dogs.get')} />
    case 'barks':
      return rows('Barks', 'Dogs who have barked at you')
    case 'chat':
      return <Chat match={answers<Match>('matches.get')} />
    case 'playdates':
      return <Playdates />
    case 'myDogs':
      return (
        <Page
          title="My Dogs"
          subtitle={
            user.dog
              ? 'Select a dog to switch profiles, or sniff with your current dog'
              : 'Select which dog you want to be'
          }
        >
          <DogCardSkeletons />
        </Page>
      )
    case 'profile':
      return rows('My Profile')
    case 'notifications':
      return rows('Notifications')
    case 'settings':
      return rows('Settings')
    default:
      return <Spinner />
  }
}
