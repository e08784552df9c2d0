import type { ReactNode } from 'react'

const ROW = { display: 'grid', gap: 8, gridTemplateColumns: '96px minmax(0, 1fr)', alignItems: 'baseline' }

/** Facts by name. Those without a value are left out. */
export const Facts = ({ facts }: { facts: readonly (readonly [name: string, value: ReactNode])[] }) => (
  <dl className="stack-8" style={{ alignContent: 'start' }}>
    {facts.map(([name, value]) =>
      value ? (
        <div key={name} style={ROW}>
          <dt className="quiet text-small">{name}</dt>
          <dd className="as-typed">{value}</dd>
        </div>
      ) : null,
    )}
  </dl>
)
