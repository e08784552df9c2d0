import { afterAll } from 'vitest'
import { PushService } from '../testing/push-service.ts'

/** A push service for a test file, from now to after its last test. */
export async function testPushService(): Promise<PushService> {
  const service = new PushService()
  await service.listen()
  afterAll(() => service.stop())
  return service
}
