import type { Dog } from '@barkyard/domain/schemas/dog'
import type { Match } from '@barkyard/domain/schemas/match'
import type { PastPlaydate } from '@barkyard/domain/schemas/playdate'
import { Combobox, Select, TextInput } from '@mantine/core'
import { IconCalendarPlus } from '@tabler/icons-react'
import { Button } from '../../components/button.tsx'
import { DogAvatar } from '../../components/dog-photo.tsx'
import { Mantine } from '../../components/mantine.tsx'
import { usePainted } from '../../lib/first-rows.ts'
import classes from './playdates.module.css'

/** From this many matches on, typing finds a dog faster than scrolling. */
const MANY = 20

const labelOf = ({ name, breed }: Dog) => `${name} · ${breed}`

interface MatchPickerProps {
  /** Those with whom both sides wanted to meet again come first. */
  matches: readonly Match[]
  again: ReadonlyMap<string, PastPlaydate>
  chosen: Match | null
  onChoose: (matchId: string | null) => void
  onCreate: () => void
  onRepeat: (playdate: PastPlaydate) => void
}

export function MatchPicker({ matches, again, chosen, onChoose, onCreate, onRepeat }: MatchPickerProps) {
  const last = chosen && again.get(chosen.id)
  const dogs = new Map(matches.map(({ id, otherDog }) => [id, otherDog]))
  const isPainted = usePainted()
  const look = {
    className: `grow ${classes.select}`,
    label: 'Who would you like to meet?',
    placeholder: 'Select a match',
    size: 'lg',
    leftSection: chosen ? <DogAvatar dog={chosen.otherDog} size={32} /> : undefined,
    leftSectionWidth: 52,
  } as const
  return (
    <Mantine>
      <div className={`card ${classes.picker}`}>
        {isPainted ? (
          <Select
            {...look}
            data={matches.map(({ id, otherDog }) => ({ value: id, label: labelOf(otherDog) }))}
            value={chosen?.id ?? null}
            onChange={onChoose}
            searchable={matches.length >= MANY}
            nothingFoundMessage="No match has that name"
            renderOption={({ option }) => {
              const dog = dogs.get(option.value)
              if (!dog) return option.label
              return (
                <span className="line-12 target" style={{ lineHeight: 1.3 }}>
                  <DogAvatar dog={dog} size={44} />
                  <span className="breakable">
                    <span className="display block">{dog.name}</span>
                    <span className="quiet text-small block">
                      {dog.breed}
                      {again.has(option.value) ? ' · You both want to play again' : ''}
                    </span>
                  </span>
                </span>
              )
            }}
          />
        ) : (
          // Looks the same. A Select computes while it is mounted where its list would open: half of the page's first paint.
          <TextInput
            {...look}
            readOnly
            value={chosen ? labelOf(chosen.otherDog) : ''}
            rightSection={<Combobox.Chevron size="lg" />}
            rightSectionPointerEvents="none"
          />
        )}
        <Button className={classes.create} size="md" Icon={IconCalendarPlus} disabled={!chosen} onClick={onCreate}>
          Create Playdate
        </Button>
        {last ? (
          <Button variant="default" fullWidth onClick={() => onRepeat(last)}>
            Play again at {last.parkName}
          </Button>
        ) : null}
      </div>
    </Mantine>
  )
}
