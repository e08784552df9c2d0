import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ServerError } from './errors.ts'
import { dismissToast, shownToast, toast, toastError } from './toast.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('toast', () => {
  it('can be updated, and an update shows a dismissed one again', () => {
    const upload = toast({ title: 'Uploading' })
    upload.dismiss()
    expect(shownToast.get()).toMatchObject({ title: 'Uploading', open: false })
    upload.update({ title: 'Uploaded' })
    expect(shownToast.get()).toMatchObject({ title: 'Uploaded', open: true })
  })

  it('has no effect once another toast has replaced it', () => {
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
})

describe('toastError', () => {
  it("shows the server's message, or the fallback without an answer", () => {
    toastError(new ServerError(409, 'A dog has at most 6 photos'), 'Failed to upload photo')
    expect(shownToast.get()).toMatchObject({ title: 'Error', message: 'A dog has at most 6 photos', destructive: true })
    toastError(new TypeError('Failed to fetch'), 'Failed to send bark')
    expect(shownToast.get()).toMatchObject({ title: 'Error', message: 'Failed to send bark' })
  })
})
