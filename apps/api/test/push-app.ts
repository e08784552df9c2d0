import { until } from '@barkyard/postgres/testing/until'
import { beforeEach, expect } from 'vitest'
import { PUSH } from '../src/features/notifications/push/push.ts'
import type { PushService } from '../testing/push-service.ts'
import { testApp } from './app.ts'
import { type Client, ownerWithDog, type Person } from './client.ts'
import { testPushService } from './push-service.ts'

type Subscription = ReturnType<PushService['subscribe']>

/** An app whose pushes go to a push service of the test. The test moves the clock. @param env further settings. */
export async function pushApp(env: Record<string, string> = {}) {
  const service = await testPushService()
  const clock = { now: new Date() }
  const app = testApp({ PUSH_HOSTS: service.host, ...env }, { now: () => clock.now })
  beforeEach(() => {
    clock.now = new Date()
    service.status = 201
    service.headers = {}
  })
  const later = (minutes: number) => {
    clock.now = new Date(clock.now.getTime() + minutes * 60_000)
  }

  const subscribe = (person: Client, subscription: Subscription = service.subscribe()) =>
    person.post<{ id: string }>('/api/push/endpoints', subscription)

  /** An owner with a dog, whose browser gets pushes. */
  async function reachable() {
    const { owner, dog } = await ownerWithDog(app.url, { name: 'Bo' })
    const browser = service.subscribe()
    expect((await subscribe(owner, browser)).status).toBe(200)
    return { owner, dog, browser }
  }

  /** A new owner barks at a dog. @returns the owner and the match. */
  async function bark(dogId: string, name = 'Ada') {
    const stranger = await ownerWithDog(app.url, { name })
    const { body } = await stranger.owner.post<{ matchId: string }>('/api/bark', { toDogId: dogId })
    return { ...stranger, matchId: body.matchId }
  }

  const sweep = () => app.services.deliveries.run()
  const jobs = () => app.services.db.selectFrom('jobs').selectAll().where('kind', '=', 'push').execute()

  /** Handles due notifications and waits until all pushes are sent. */
  async function settled() {
    await sweep()
    app.services.jobs.wake(PUSH)
    await until(jobs, list => list.every(job => job.due_at > clock.now && job.lease_id === null))
  }

  /** Waits until a push to somebody has failed so often, and its next attempt has a time. @returns that time. */
  async function failed({ user }: Person, attempts = 1): Promise<Date | undefined> {
    const find = async () =>
      (await jobs()).find(one => one.user_id === user.id && one.attempts === attempts && one.lease_id === null)
    return (await until(find, job => job !== undefined))?.due_at
  }

  const endpointsOf = (person: Person) =>
    app.services.db.selectFrom('push_endpoints').selectAll().where('user_id', '=', person.user.id).execute()

  return { app, service, clock, later, subscribe, reachable, bark, sweep, jobs, settled, failed, endpointsOf }
}
