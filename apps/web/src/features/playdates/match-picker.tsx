import '../../styles/mantine-field.css'
import type { Match } from '@barkyard/domain/schemas/match'
import { Button, Select } from '@mantine/core'
import { IconCalendarPlus } from '@tabler/icons-react'
import { DogAvatar } from '../../components/dog-photo.tsx'
import classes from './playdates.module.css'

/** From this many matches on, typing finds a dog faster than scrolling. */
const MANY = 8

interface MatchPickerProps {
  matches: readonly Match[]
  chosen: Match | null
  onChoose: (matchId: string | null) => void
  onCreate: () => void
}

/** Selects a match, and opens the dialog. */
export function MatchPicker({ matches, chosen, onChoose, onCreate }: MatchPickerProps) {
  const dogs = new Map(matches.map(({ id, otherDog }) => [id, otherDog]))
  return (
    <div className={classes.picker}>
      <Select
        className={classes.select ?? ''}
        label="Who would you like to meet?"
        placeholder="Select a match"
        size="lg"
        data={matches.map(({ id, otherDog }) => ({ value: id, label: `${otherDog.name} · ${otherDog.breed}` }))}
        value={chosen?.id ?? null}
        onChange={onChoose}
        allowDeselect={false}
        searchable={matches.length > MANY}
        nothingFoundMessage="No match has that name"
        withScrollArea={false}
        classNames={{ options: classes.options ?? '' }}
        comboboxProps={{ withinPortal: false }}
        leftSection={chosen ? <DogAvatar dog={chosen.otherDog} size={32} /> : undefined}
        leftSectionWidth={52}
        renderOption={({ option }) => {
          const dog = dogs.get(option.value)
          if (!dog) return option.label
          return (
            <span className={classes.option}>
              <DogAvatar dog={dog} size={44} />
              <span>
                <span className={classes.optionName}>{dog.name}</span>
                <span className={classes.optionBreed}>{dog.breed}</span>
              </span>
            </span>
          )
        }}
      />
      <Button
        className={classes.create ?? ''}
        size="md"
        leftSection={<IconCalendarPlus size={20} aria-hidden="true" />}
        disabled={!chosen}
        onClick={onCreate}
      >
        Create Playdate
      </Button>
    </div>
  )
}
