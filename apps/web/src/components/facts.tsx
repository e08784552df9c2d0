import type { ReactNode } from 'react'
import classes from './facts.module.css'

/** Facts by name. Those without a value are left out. */
export const Facts = ({ facts }: { facts: readonly (readonly [name: string, value: ReactNode])[] }) => (
  <dl className={classes.facts}>
    {facts.map(([name, value]) =>
      value ? (
        <div key={name}>
          <dt className="quiet text-small">{name}</dt>
          <dd className="as-typed">{value}</dd>
        </div>
      ) : null,
    )}
  </dl>
)
