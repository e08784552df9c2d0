import { useId } from 'react'
import { capital } from '../../../lib/words.ts'
import classes from './dog-form.module.css'

interface CheckListProps<Word extends string> {
  legend: string
  /** Of the inputs. */
  name: string
  offered: readonly Word[]
  values: readonly Word[]
  error?: string | undefined
  onChange: (values: Word[]) => void
}

/** Words to tick. */
export function CheckList<Word extends string>({
  legend,
  name,
  offered,
  values,
  error,
  onChange,
}: CheckListProps<Word>) {
  const errorId = useId()
  return (
    <fieldset aria-describedby={error ? errorId : undefined}>
      <legend className={classes.legend}>{legend}</legend>
      <div className={classes.words} data-invalid={error ? true : undefined}>
        {offered.map(one => (
          <label key={one} className={classes.word}>
            <input
              type="checkbox"
              name={name}
              value={one}
              checked={values.includes(one)}
              // In a fixed order, whatever order they are ticked in.
              onChange={() => onChange(offered.filter(other => (other === one) !== values.includes(other)))}
            />
            {capital(one)}
          </label>
        ))}
      </div>
      {error ? (
        <p id={errorId} className={classes.error}>
          {error}
        </p>
      ) : null}
    </fieldset>
  )
}
