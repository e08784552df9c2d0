import '../../styles/mantine-field.css'
import '@mantine/core/styles/ActionIcon.layer.css'
import '@mantine/core/styles/PasswordInput.layer.css'
import { PASSWORD_MAX } from '@barkyard/domain/user'
import { PasswordInput, type PasswordInputProps } from '@mantine/core'

interface PasswordFieldProps extends PasswordInputProps {
  label: string
  autoComplete: 'current-password' | 'new-password'
}

/** A password with a button that shows it. */
export const PasswordField = ({ label, ...props }: PasswordFieldProps) => (
  <PasswordInput
    label={label}
    maxLength={PASSWORD_MAX}
    visibilityToggleFocusable
    visibilityToggleButtonProps={{ 'aria-label': `Show ${label.toLowerCase()}` }}
    {...props}
  />
)

/** Tells password managers which account the password belongs to. */
export const UsernameForManagers = ({ email }: { email: string | null }) => (
  <input type="text" autoComplete="username" value={email ?? ''} readOnly hidden />
)
