import type { Dog } from '@barkyard/domain/schemas/dog'
import { Button } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { Link } from 'react-router-dom'

interface EditLinkProps {
  dog: Pick<Dog, 'id'>
  /** The screen to return to from the editor. */
  from: string
  label: string
}

/** A link to the editor of a dog. */
export const EditLink = ({ dog, from, label }: EditLinkProps) => (
  <Button
    component={Link}
    to={`/dog/${dog.id}/edit`}
    state={{ from }}
    variant="default"
    leftSection={<IconPencil size={20} aria-hidden="true" />}
  >
    {label}
  </Button>
)
