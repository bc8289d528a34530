import { Input, type InputProps } from '@arco-design/web-react'
import { IconEye, IconEyeInvisible } from '@arco-design/web-react/icon'
import { type MouseEvent, useState } from 'react'
import { useFormTexts } from '../texts/index.ts'
import { trimPassword } from './trim-password.ts'

/** Keeps the focus in the field where the user is typing. */
const keepFocus = (event: MouseEvent): void => event.preventDefault()

interface PasswordInputProps extends Omit<InputProps, 'value' | 'onChange'> {
  readonly value?: string
  readonly onChange?: (password: string) => void
}

/**
 * The input for a password, with a button that shows the password. Drops spaces at both ends. Arco's own button is an
 * image without a name for screen readers, and loses the focus when pressed by keyboard.
 */
export function PasswordInput({ value = '', onChange, ...input }: PasswordInputProps) {
  const t = useFormTexts()
  const [shown, setShown] = useState(false)
  const Eye = shown ? IconEye : IconEyeInvisible
  const label = t('showPassword')
  const toggle = (event: MouseEvent): void => {
    // Arco treats any click inside as a click into the field.
    event.stopPropagation()
    setShown(!shown)
  }
  return (
    <Input
      size="large"
      autoCapitalize="none"
      spellCheck={false}
      {...input}
      value={value}
      onChange={(text) => onChange?.(trimPassword(text))}
      type={shown ? 'text' : 'password'}
      suffix={
        <button
          type="button"
          className="icon-button"
          title={label}
          aria-label={label}
          aria-pressed={shown}
          onMouseDown={keepFocus}
          onClick={toggle}
        >
          <Eye aria-hidden="true" />
        </button>
      }
    />
  )
}
