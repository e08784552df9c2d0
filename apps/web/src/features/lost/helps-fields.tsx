import {
  APPROACH_CODES,
  APPROACHES,
  LOST_MARK_MAX,
  LOST_NOTE_MAX,
  LOST_PHONE_MAX,
  LOST_WEARING_MAX,
} from '@barkyard/domain/lost'
import { Textarea, TextInput } from '@mantine/core'
import type { ChangeEvent } from 'react'
import type { LostDraft } from './draft.ts'
import { Choice, Choices } from './parts.tsx'

const WAYS = APPROACH_CODES.map(value => ({ value, label: APPROACHES[value].label, text: APPROACHES[value].advice }))

type Helps = Pick<LostDraft, 'approach' | 'wearing' | 'note' | 'phone' | 'showPhone' | 'mark'>

interface HelpsFieldsProps {
  name: string
  value: Helps
  problems: Partial<Record<keyof Helps, string>>
  onChange: (changes: Partial<Helps>) => void
}

/** What may be asked of a stranger and what may not, beside phone and mark. */
export const Warnings = () => (
  <ul className="stack-4 bold" style={{ padding: '12px 16px', borderInlineStart: '4px solid' }}>
    <li>Nobody needs a code from your phone. Do not pass one on.</li>
    <li>Nobody honest asks for money first.</li>
  </ul>
)

export function HelpsFields({ name, value, problems, onChange }: HelpsFieldsProps) {
  const text = (field: 'wearing' | 'note' | 'phone' | 'mark') => ({
    size: 'lg' as const,
    value: value[field],
    error: problems[field],
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      onChange({ [field]: event.currentTarget.value }),
  })
  return (
    <div className="stack-24">
      <Choices
        legend={`How should people come near ${name}?`}
        options={WAYS}
        chosen={value.approach}
        onChoose={approach => onChange({ approach })}
      />
      <TextInput
        label={`What does ${name} wear?`}
        description="Collar, harness, coat. You can leave it out."
        maxLength={LOST_WEARING_MAX}
        {...text('wearing')}
      />
      <Textarea
        label="Anything else that helps?"
        description="Where and how it happened, what the dog likes or fears. No phone number, mail or web address here."
        maxLength={LOST_NOTE_MAX}
        {...text('note')}
      />
      <div className="stack-12">
        <TextInput
          type="tel"
          autoComplete="tel"
          label="Your phone number"
          description="Only for the poster and for whoever has the dog, and only if you say so below."
          maxLength={LOST_PHONE_MAX}
          {...text('phone')}
        />
        <Choice
          label={<span className="bold">Show my number</span>}
          text="It is then public: everybody with the poster can read it."
          checked={value.showPhone}
          onChange={event => onChange({ showPhone: event.currentTarget.checked })}
        />
      </div>
      <div className="stack-12">
        <TextInput
          label={`Something about ${name} that only you know`}
          description="A scar, a spot, what is on the tag. Nobody reads it but you: ask whoever says that they have the dog."
          maxLength={LOST_MARK_MAX}
          {...text('mark')}
        />
        <Warnings />
      </div>
    </div>
  )
}
