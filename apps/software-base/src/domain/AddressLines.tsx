import { Input } from '@atrium/ui-kit'
import { useState } from 'react'
import { addressProps } from './address-props.ts'

interface Props {
  readonly id?: string
  readonly value?: readonly string[]
  readonly onChange?: (addresses: string[]) => void
  readonly onBlur?: (event: unknown) => void
  readonly error?: boolean
}

/** Addresses contain no spaces, so pasted ones may be separated by spaces too. */
const addressesIn = (text: string): string[] => text.split(/\s+/).filter(Boolean)

/** Input for a list of URLs, one per line. In a `Field`, the form supplies value and change handler. */
export function AddressLines({ id, value = [], onChange, onBlur, error }: Props) {
  const [typed, setTyped] = useState('')
  const lines = value.join('\n')
  return (
    <Input.TextArea
      id={id}
      className="domain-addresses"
      // Keeps blank lines until the user leaves the field.
      value={addressesIn(typed).join('\n') === lines ? typed : lines}
      status={error ? 'error' : undefined}
      {...addressProps}
      spellCheck={false}
      rows={3}
      onChange={(text) => {
        setTyped(text)
        onChange?.(addressesIn(text))
      }}
      onBlur={(event) => {
        setTyped(lines)
        onBlur?.(event)
      }}
    />
  )
}
