import { Input, type InputProps } from '@arco-design/web-react'
import { plainPhone } from '@atrium/contract'

interface PhoneInputProps extends Omit<InputProps, 'value' | 'onChange'> {
  readonly value?: string
  readonly onChange?: (phone: string) => void
}

/** The input for a phone number. It never cuts text; the form shows an error if the number is too long. */
export function PhoneInput({ value = '', onChange, ...input }: PhoneInputProps) {
  return (
    <Input
      type="tel"
      autoComplete="tel"
      {...input}
      value={value}
      onChange={(text) => onChange?.(plainPhone(text))}
    />
  )
}
