import { QueryObserver } from '@tanstack/react-query'
import { expect, onTestFinished, test, vi } from 'vitest'
import { queryClient } from '../trpc.ts'
import { refreshSoon } from './refresh-soon.ts'

test('a query that is in progress during a change is read once more', async () => {
  vi.stubGlobal('document', { hidden: false })
  onTestFinished(() => void vi.unstubAllGlobals())
  const answers: ((text: string) => void)[] = []
  const observer = new QueryObserver<string>(queryClient, {
    queryKey: ['walks'],
    queryFn: () => new Promise(resolve => void answers.push(resolve)),
  })
  const stop = observer.subscribe(() => {})
  await refreshSoon(['walks'])
  answers[0]?.('from before the change')
  await expect.poll(() => answers.length, { timeout: 20_000 }).toBe(2)
  answers[1]?.('from after the change')
  await expect.poll(() => observer.getCurrentResult().data, { timeout: 20_000 }).toBe('from after the change')
  stop()
})
