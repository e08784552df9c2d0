import { isolate } from '@barkyard/domain/isolate'
import type { AdminDog } from '@barkyard/domain/schemas/admin'
import { useMediaQuery } from '@mantine/hooks'
import { IconTrash } from '@tabler/icons-react'
import { Button } from '../../../components/button.tsx'
import { CollarTag } from '../../../components/collar-tag.tsx'
import section from '../../../components/list-section.module.css'
import { WindowList } from '../../../components/window-list.tsx'
import type { InfiniteList } from '../../../lib/list-pages.ts'
import { useWindowRows } from '../../../lib/window-rows.ts'
import { addressOf, fullName } from '../../../lib/words.ts'
import { DogRow, DogThumb } from './dog-row.tsx'
import classes from './dogs.module.css'

interface DogTableProps {
  list: InfiniteList<AdminDog>
  /** The dog whose impersonation is starting. */
  startingId: string | undefined
  onTest: (dog: AdminDog) => void
  onDelete: (dog: AdminDog) => void
}

const Owner = ({ dog: { owner } }: { dog: AdminDog }) =>
  owner ? (
    <>
      <span className="bold block breakable">{fullName(owner)}</span>
      <span className="quiet text-small block breakable">{addressOf(owner)}</span>
    </>
  ) : (
    <CollarTag tone="collar" size="sm">
      Unowned
    </CollarTag>
  )

const Actions = ({ dog, startingId, onTest, onDelete }: Omit<DogTableProps, 'list'> & { dog: AdminDog }) => (
  <div className={`line end ${classes.actions}`}>
    {dog.owner ? (
      <Button
        size="sm"
        variant="default"
        className={classes.test}
        title={`Test as ${isolate(dog.name)}`}
        disabled={startingId !== undefined}
        onClick={() => onTest(dog)}
      >
        Test as <bdi>{dog.name}</bdi>
      </Button>
    ) : null}
    <button
      type="button"
      className={`icon-button alert ${classes.delete}`}
      aria-label={`Delete ${isolate(dog.name)}`}
      onClick={() => onDelete(dog)}
    >
      <IconTrash size={20} aria-hidden="true" />
    </button>
  </div>
)

const NARROW = '(max-width: 61.99em)'

/** A table, or cards on a phone. */
export function DogTable({ list, ...rest }: DogTableProps) {
  const isNarrow = useMediaQuery(NARROW, undefined, { getInitialValueInEffect: false })
  if (!isNarrow) return <WideTable list={list} {...rest} />
  return (
    <WindowList list={list} estimate={120} rowClass={classes.card}>
      {dog => (
        <DogRow dog={dog} action={<Actions dog={dog} {...rest} />}>
          <Owner dog={dog} />
        </DogRow>
      )}
    </WindowList>
  )
}

/** Only the rows near the visible part are rendered. */
function WideTable({ list: { items, total, loadMore }, ...rest }: DogTableProps) {
  const rows = useWindowRows({
    count: items.length,
    estimate: 77,
    keyOf: row => items[row]?.id ?? String(row),
    onNearEnd: loadMore,
  })
  return (
    <div ref={rows.boxRef} className={section.box}>
      {/* Padding replaces the rows that are not rendered, so the sticky head keeps working. */}
      <div style={{ paddingTop: rows.before, paddingBottom: rows.after }}>
        <table className={classes.table} aria-label="All dogs" aria-rowcount={(total ?? 0) + 1}>
          <thead>
            <tr aria-rowindex={1}>
              <th scope="col" style={{ width: 96 }}>
                <span className="visually-hidden">Photo</span>
              </th>
              <th scope="col">Name</th>
              <th scope="col">Breed</th>
              {/* E-mail addresses are longer than names and breeds. */}
              <th scope="col" style={{ width: '25%' }}>
                Owner
              </th>
              <th scope="col" style={{ width: 244 }}>
                <span className="visually-hidden">Actions</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.shown.map(index => {
              const dog = items[index]
              return dog ? (
                <tr key={dog.id} ref={rows.measure} data-index={index} aria-rowindex={index + 2}>
                  <td>
                    <DogThumb dog={dog} />
                  </td>
                  <td className="display">{dog.name}</td>
                  <td>{dog.breed}</td>
                  <td>
                    <Owner dog={dog} />
                  </td>
                  <td>
                    <Actions dog={dog} {...rest} />
                  </td>
                </tr>
              ) : null
            })}
          </tbody>
        </table>
      </div>
    </div>
  )
}
