import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { dismissToast, shownToast, toast } from './toast.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

it('a toast can be updated, and an update shows a dismissed one again', () => {
  const upload = toast({ title: 'Uploading' })
  upload.dismiss()
  expect(shownToast.get()).toMatchObject({ title: 'Uploading', open: false })
  upload.update({ title: 'Uploaded' })
  expect(shownToast.get()).toMatchObject({ title: 'Uploaded', open: true })
})

it('a toast has no effect once another toast has replaced it', () => {
  const old = toast({ title: 'Old' })
  const young = toast({ title: 'Young' })
  old.update({ title: 'Old again' })
  old.dismiss()
  expect(shownToast.get()).toMatchObject({ id: young.id, title: 'Young', open: true })
})

it('forgets a dismissed toast after 1,000,000 ms', () => {
  const { id } = toast({ title: 'Bye' })
  dismissToast(id)
  vi.advanceTimersByTime(999_999)
  expect(shownToast.get()).not.toBeNull()
  vi.advanceTimersByTime(1)
  expect(shownToast.get()).toBeNull()
})
