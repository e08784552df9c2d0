import { useId } from 'react'
import classes from './order-control.module.css'
import type { Order } from './sniff-address.ts'

const ORDERS: readonly [Order, string][] = [
  ['nearest', 'Nearest'],
  ['match', 'Best match'],
]

/** Which of the loaded dogs comes first. */
export function OrderControl({ order, onChange }: { order: Order; onChange: (order: Order) => void }) {
  const name = useId()
  return (
    <fieldset className={classes.orders}>
      <legend className="visually-hidden">Order</legend>
      {ORDERS.map(([value, label]) => (
        <label key={value} className={classes.order}>
          <input
            type="radio"
            className={classes.input}
            name={name}
            value={value}
            checked={order === value}
            onChange={() => onChange(value)}
          />
          {label}
        </label>
      ))}
    </fieldset>
  )
}
