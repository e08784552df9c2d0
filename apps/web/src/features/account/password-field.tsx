import '../../styles/mantine-field.css'
import '@mantine/core/styles/ActionIcon.layer.css'
import '@mantine/core/styles/PasswordInput.layer.css'
import { PASSWORD_MAX } from '@barkyard/domain/user'
import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import { useState } from 'react'

interface PasswordFieldProps extends PasswordInputProps {
  label: string
  autoComplete: 'current-password' | 'new-password'
}

/** A password with a button that shows it. */
export function PasswordField({ label, autoComplete, ...props }: PasswordFieldProps) {
  const [isShown, setShown] = useState(false)
  return (
    <PasswordInput
      label={label}
      maxLength={PASSWORD_MAX}
      visible={isShown}
      onVisibilityChange={setShown}
      // A browser keeps the text of a field for Back, and a shown password is text, but not without autocomplete.
      autoComplete={isShown ? 'off' : autoComplete}
      visibilityToggleFocusable
      visibilityToggleButtonProps={{ 'aria-label': `Show ${label.toLowerCase()}` }}
      {...props}
    />
  )
}

/** Tells password managers which account the password belongs to. */
export const UsernameForManagers = ({ email }: { email: string | null }) => (
  <input type="text" autoComplete="username" value={email ?? ''} readOnly hidden />
)
