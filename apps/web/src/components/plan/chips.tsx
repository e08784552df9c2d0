import toggles from '../toggles.module.css'

interface ChipsProps {
  /** Of the group, for screen readers. */
  legend: string
  columns: number
  options: readonly { value: string; label: string; isOff: boolean }[]
  chosen: string | null
  onChoose: (value: string) => void
}

/** What is chosen most, one tap away, beside the field that has all. */
export const Chips = ({ legend, columns, options, chosen, onChoose }: ChipsProps) => (
  <fieldset className="stack-8 mt-8" style={{ gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}>
    <legend className="visually-hidden">{legend}</legend>
    {options.map(({ value, label, isOff }) => (
      <button
        key={value}
        type="button"
        className={`tap ${toggles.toggle}`}
        style={{ paddingInline: 0 }}
        aria-pressed={value === chosen}
        disabled={isOff}
        onClick={() => onChoose(value)}
      >
        {label}
      </button>
    ))}
  </fieldset>
)
