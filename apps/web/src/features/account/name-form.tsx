import '../../styles/mantine-field.css'
import { accountEditSchema } from '@barkyard/domain/schemas/account'
import type { User } from '@barkyard/domain/schemas/user'
import { TextInput } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { Button } from '../../components/button.tsx'
import { useOneAtATime } from '../../lib/one-at-a-time.ts'
import classes from './account.module.css'
import { useRename } from './data.ts'

interface Names {
  firstName: string
  lastName: string
}

const NAME_MAX = 80
const validateNames = schemaResolver(accountEditSchema, { sync: true })

/** Only the changed names: an account may have no last name, and does not need one. */
const changesOf = (user: User, { firstName, lastName }: Names) => ({
  ...(firstName.trim() !== user.firstName && { firstName }),
  ...(lastName.trim() !== user.lastName && { lastName }),
})

export function NameForm({ user }: { user: User }) {
  const rename = useRename()
  const save = useOneAtATime(rename.mutate)
  const form = useForm<Names>({
    name: 'names',
    initialValues: { firstName: user.firstName, lastName: user.lastName },
    validate: names => validateNames(changesOf(user, names)),
  })
  const submit = form.onSubmit(
    names => save(changesOf(user, names)),
    errors => form.getInputNode(errors.firstName ? 'firstName' : 'lastName')?.focus(),
  )
  return (
    <form className={classes.names} noValidate onSubmit={submit}>
      <TextInput
        label="First name"
        autoComplete="given-name"
        maxLength={NAME_MAX}
        {...form.getInputProps('firstName')}
      />
      <TextInput
        label="Last name"
        autoComplete="family-name"
        maxLength={NAME_MAX}
        {...form.getInputProps('lastName')}
      />
      <Button type="submit" variant="default" aria-disabled={rename.isPending}>
        {rename.isPending ? 'Saving...' : 'Save name'}
      </Button>
    </form>
  )
}
