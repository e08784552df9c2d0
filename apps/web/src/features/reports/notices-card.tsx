import { APPEAL_TEXT_MAX } from '@barkyard/domain/report'
import type { Notice } from '@barkyard/domain/schemas/report'
import { Textarea } from '@mantine/core'
import { useState } from 'react'
import { useUser } from '../../auth.ts'
import { Button } from '../../components/button.tsx'
import { Card } from '../../components/settings-card.tsx'
import { itemsOfPage } from '../../lib/list-pages.ts'
import { told } from '../../lib/toast.ts'
import { dayOf } from '../../lib/words.ts'
import { trpc } from '../../trpc.ts'
import { NOTICE_WORDS } from './report-words.ts'

const ANSWERS = {
  open: 'You appealed. A moderator will review it.',
  upheld: 'You appealed. The decision stands.',
  reversed: 'You appealed, and the decision was reversed.',
}

/** Moderators' decisions about the user, with a form to appeal. Shown only if there are any. */
export function NoticesCard() {
  const isImpersonating = useUser()?.isImpersonating ?? false
  const notices = trpc.notices.list.useQuery(undefined, {
    throwOnError: false,
    enabled: !isImpersonating,
    select: itemsOfPage,
  })
  if (!notices.data?.length) return null
  return (
    <Card title="Decisions about you">
      <div className="stack-16 ruled">
        {notices.data.map(notice => (
          <NoticeRow key={notice.id} notice={notice} />
        ))}
      </div>
    </Card>
  )
}

function NoticeRow({ notice }: { notice: Notice }) {
  const isOpen = notice.appeal === null && new Date(notice.appealBy) > new Date()
  return (
    <article className="stack-8">
      <h3>{NOTICE_WORDS[notice.action]}</h3>
      <p className="quiet">
        {notice.dogName ? `${notice.dogName} · ` : ''}
        {dayOf(notice.createdAt)}
        {notice.until ? ` · until ${dayOf(notice.until)}` : ''}
      </p>
      <p className="as-typed">{notice.statement}</p>
      {notice.appeal ? (
        <>
          <p>{ANSWERS[notice.appeal.state]}</p>
          {notice.appeal.statement ? <p className="as-typed">{notice.appeal.statement}</p> : null}
        </>
      ) : null}
      {isOpen ? <AppealForm notice={notice} /> : null}
    </article>
  )
}

function AppealForm({ notice }: { notice: Notice }) {
  const [text, setText] = useState('')
  const appeal = trpc.notices.appeal.useMutation(told('Appeal sent', 'Failed to send the appeal'))
  return (
    <form
      className="stack-16"
      onSubmit={event => {
        event.preventDefault()
        if (text.trim()) appeal.mutate({ noticeId: notice.id, text })
      }}
    >
      <Textarea
        label="Think this is wrong? Say why"
        description={`You can appeal once, until ${dayOf(notice.appealBy)}. A person will review it.`}
        minRows={3}
        maxLength={APPEAL_TEXT_MAX}
        value={text}
        onChange={event => setText(event.currentTarget.value)}
      />
      <div className="row-12 end">
        <Button type="submit" disabled={!text.trim()} pending={appeal.isPending && 'Sending...'}>
          Appeal
        </Button>
      </div>
    </form>
  )
}
