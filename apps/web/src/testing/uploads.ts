import { vi } from 'vitest'

/** What the server answers an upload; null: it cannot be reached. */
type Answer = { status: number; body: unknown } | null

/** Stands in for the server of uploads until the test ends. @param answer what becomes of a form that is sent */
export function answerUploads(answer: (form: FormData) => Answer | Promise<Answer>) {
  vi.stubGlobal(
    'XMLHttpRequest',
    class {
      readonly upload = {}
      status = 0
      statusText = ''
      responseText = ''
      onload: (() => void) | null = null
      onerror: (() => void) | null = null
      onloadend: (() => void) | null = null
      open() {}
      setRequestHeader() {}
      async send(form: FormData) {
        const answered = await answer(form)
        this.status = answered?.status ?? 0
        this.responseText = typeof answered?.body === 'string' ? answered.body : JSON.stringify(answered?.body ?? '')
        if (answered) this.onload?.()
        else this.onerror?.()
        this.onloadend?.()
      }
    },
  )
}

/** A small photo as a file. */
export async function photoFile(name: string, type = 'image/png') {
  const canvas = Object.assign(document.createElement('canvas'), { width: 8, height: 10 })
  const blob = await new Promise<Blob | null>(done => canvas.toBlob(done, type))
  return new File(blob ? [blob] : [], name, { type })
}
