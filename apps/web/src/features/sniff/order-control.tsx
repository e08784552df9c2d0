import { PillChoice } from '../../components/pill-choice.tsx'
import type { Order } from './sniff-address.ts'

const ORDERS: readonly [Order, string][] = [
  ['nearest', 'Nearest'],
  ['match', 'Best match'],
]

/** Selects the order of the loaded dogs. */
export const OrderControl = ({ order, onChange }: { order: Order; onChange: (order: Order) => void }) => (
  <PillChoice legend="Order" value={order} options={ORDERS} onChange={onChange} />
)
