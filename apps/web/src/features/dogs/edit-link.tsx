import type { Dog } from '@barkyard/domain/schemas/dog'
import { IconPencil } from '@tabler/icons-react'
import { ButtonLink } from '../../components/button.tsx'

interface EditLinkProps {
  dog: Pick<Dog, 'id'>
  /** The screen to return to from the editor. */
  from: string
  label: string
  /** On the dog's page, where it stays within reach of the thumb. */
  isLarge?: boolean
}

/** A link to the editor of an own dog, the main button of its pages. */
export const EditLink = ({ dog, from, label, isLarge = false }: EditLinkProps) => (
  <ButtonLink
    to={`/dog/${dog.id}/edit`}
    state={{ from }}
    size={isLarge ? 'lg' : 'md'}
    fullWidth={isLarge}
    leftSection={<IconPencil size={20} aria-hidden="true" />}
  >
    {label}
  </ButtonLink>
)
