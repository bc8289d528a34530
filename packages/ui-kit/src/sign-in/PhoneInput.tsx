import { Input, type InputProps } from '@arco-design/web-react'
import { plainPhone } from '@atrium/contract'

interface PhoneInputProps extends Omit<InputProps, 'value' | 'onChange'> {
  readonly value?: string
  readonly onChange?: (phone: string) => void
}

/** The input of a phone. It cuts nothing: what is too long is complained about. */
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
