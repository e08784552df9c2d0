import type { Dog } from '@barkyard/domain/schemas/dog'
import { IconPencil } from '@tabler/icons-react'
import { ButtonLink } from '../../components/button.tsx'

interface EditLinkProps {
  dog: Pick<Dog, 'id'>
  /** The screen to return to from the editor. */
  from: string
  label: string
}

/** A link to the editor of a dog. */
export const EditLink = ({ dog, from, label }: EditLinkProps) => (
  <ButtonLink
    to={`/dog/${dog.id}/edit`}
    state={{ from }}
    variant="default"
    leftSection={<IconPencil size={20} aria-hidden="true" />}
  >
    {label}
  </ButtonLink>
)
