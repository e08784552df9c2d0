import { freePort } from '@barkyard/postgres/testing/free-port'
import { Mailbox } from '../../testing/mailbox.ts'
import { PushService } from '../../testing/push-service.ts'
import { startDatabase } from './database-server.ts'
import { newProcess, startBalancer } from './processes.ts'
import { startRedis } from './redis-server.ts'
import { startS3 } from './s3-server.ts'

/** Two built processes behind a balancer, with their own PostgreSQL, Redis, S3, push service and mail server. */
export async function startInstallation() {
  const database = await startDatabase()
  const redis = await startRedis()
  const s3 = await startS3()
  const pushes = new PushService()
  await pushes.listen()
  const mailbox = new Mailbox()
  await mailbox.listen()
  const env = {
    NODE_ENV: 'production',
    DATABASE_URL: database.url,
    REDIS_URL: redis.url,
    ...s3.env,
    PUSH_HOSTS: pushes.host,
    SMTP_URL: mailbox.url,
    DATABASE_STATEMENT_TIMEOUT: '3000',
    NODE_NO_WARNINGS: '1',
  }
  const metricsPorts = [await freePort(), await freePort()] as const
  const processes = await Promise.all(metricsPorts.map(port => newProcess({ ...env, METRICS_PORT: `${port}` })))
  for (const one of processes) await one.start()
  const balancer = await startBalancer(processes)
  return {
    database,
    redis,
    s3,
    pushes,
    mailbox,
    processes,
    metricsPorts,
    url: balancer.url,
    async stop(): Promise<void> {
      await balancer.stop()
      await Promise.all(processes.map(one => one.end('SIGTERM')))
      await redis.stop()
      await s3.remove()
      await pushes.stop()
      await mailbox.stop()
      await database.stop()
    },
  }
}
