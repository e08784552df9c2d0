import { isolate } from '@barkyard/domain/isolate'
import type { AdminDog } from '@barkyard/domain/schemas/admin'
import { useMediaQuery } from '@mantine/hooks'
import { IconTrash } from '@tabler/icons-react'
import { Link } from 'react-router-dom'
import { Button } from '../../../components/button.tsx'
import { CollarTag } from '../../../components/collar-tag.tsx'
import { DogPhoto } from '../../../components/dog-photo.tsx'
import section from '../../../components/list-section.module.css'
import type { InfiniteList } from '../../../lib/list-pages.ts'
import { useWindowRows } from '../../../lib/window-rows.ts'
import { addressOf, fullName } from '../../../lib/words.ts'
import classes from './dog-table.module.css'

interface DogTableProps {
  list: InfiniteList<AdminDog>
  /** The dog whose impersonation is starting. */
  startingId: string | undefined
  onTest: (dog: AdminDog) => void
  onDelete: (dog: AdminDog) => void
}

const Thumb = ({ dog }: { dog: AdminDog }) => (
  <Link to={`/dog/${dog.id}`} className={classes.thumb} aria-label={`${isolate(dog.name)}'s profile`}>
    <DogPhoto photo={dog.photos[0]} name={dog.name} shape="square" alt="" />
  </Link>
)

const Owner = ({ dog: { owner } }: { dog: AdminDog }) =>
  owner ? (
    <>
      <span className={classes.strong}>{fullName(owner)}</span>
      <span className={classes.quiet}>{addressOf(owner)}</span>
    </>
  ) : (
    <CollarTag tone="collar" size="sm">
      Unowned
    </CollarTag>
  )

function Actions({ dog, startingId, onTest, onDelete }: Omit<DogTableProps, 'list'> & { dog: AdminDog }) {
  return (
    <div className={classes.actions}>
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
        className={`icon-button ${classes.delete}`}
        aria-label={`Delete ${isolate(dog.name)}`}
        onClick={() => onDelete(dog)}
      >
        <IconTrash size={20} aria-hidden="true" />
      </button>
    </div>
  )
}

/** A table, or cards on a phone. Only the rows near the visible part are rendered. */
export function DogTable({ list, ...rest }: DogTableProps) {
  const isNarrow = useMediaQuery('(max-width: 61.99em)', undefined, { getInitialValueInEffect: false })
  const { items, total } = list
  const rows = useWindowRows({
    count: items.length,
    estimate: isNarrow ? 120 : 73,
    keyOf: row => items[row]?.id ?? String(row),
    onNearEnd: list.loadMore,
  })
  const shown = rows.shown.flatMap(index => {
    const dog = items[index]
    return dog ? [{ dog, index }] : []
  })

  if (isNarrow)
    return (
      <div ref={rows.boxRef} className={section.box} key="cards">
        <ul style={{ paddingTop: rows.before, paddingBottom: rows.after }}>
          {shown.map(({ dog, index }) => (
            <li
              key={dog.id}
              ref={rows.measure}
              data-index={index}
              className={classes.card}
              aria-posinset={index + 1}
              aria-setsize={total ?? -1}
            >
              <Thumb dog={dog} />
              <div className={classes.facts}>
                <span className={classes.name}>{dog.name}</span>
                <span className={classes.quiet}>{dog.breed}</span>
                <Owner dog={dog} />
              </div>
              <Actions dog={dog} {...rest} />
            </li>
          ))}
        </ul>
      </div>
    )

  return (
    <div ref={rows.boxRef} className={section.box} key="table">
      {/* Padding replaces the rows that are not rendered, so the sticky head keeps working. */}
      <div style={{ paddingTop: rows.before, paddingBottom: rows.after }}>
        <table className={classes.table} aria-label="All dogs" aria-rowcount={(total ?? 0) + 1}>
          <thead>
            <tr aria-rowindex={1}>
              <th scope="col" className={classes.photoColumn}>
                <span className="visually-hidden">Photo</span>
              </th>
              <th scope="col">Name</th>
              <th scope="col">Breed</th>
              <th scope="col" className={classes.ownerColumn}>
                Owner
              </th>
              <th scope="col" className={classes.actionsColumn}>
                <span className="visually-hidden">Actions</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {shown.map(({ dog, index }) => (
              <tr key={dog.id} ref={rows.measure} data-index={index} aria-rowindex={index + 2} className={classes.row}>
                <td>
                  <Thumb dog={dog} />
                </td>
                <td className={classes.name}>{dog.name}</td>
                <td>{dog.breed}</td>
                <td>
                  <Owner dog={dog} />
                </td>
                <td>
                  <Actions dog={dog} {...rest} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  )
}
