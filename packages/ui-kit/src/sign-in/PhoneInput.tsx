import { Input, type InputProps } from '@arco-design/web-react'

/**
 * A phone as people paste it, in plain digits, spaces and hyphens: full-width signs, the dashes of other keyboards and
 * the brackets round an area code are taken for what they stand for, and what cannot be seen is left out.
 */
export const plainPhone = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[\p{Pd}\u2212\u30FC]/gu, '-')
    .replace(/[\p{Cf}\p{Cc}]/gu, '')
    .replace(/\(\s*(\d+)\s*\)\s*/g, '$1-')

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
