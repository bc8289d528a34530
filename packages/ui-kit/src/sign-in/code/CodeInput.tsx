import { Input, type InputProps } from '@arco-design/web-react'

/** Maximum number of digits, more than a code has, so that a code that is too long shows an error instead of being cut. */
const maxDigits = 12

/**
 * Extracts the code from pasted text. If a message contains exactly one group of six digits, returns that group,
 * otherwise all digits, whatever is between them. Converts full-width digits to plain ones.
 */
export function codeIn(text: string): string {
  const plain = text.normalize('NFKC')
  const groups = plain.match(/(?<!\d)\d{6}(?!\d)/g) ?? []
  return groups.length === 1 ? String(groups[0]) : plain.replace(/\D/g, '').slice(0, maxDigits)
}

interface CodeInputProps extends Omit<InputProps, 'value' | 'onChange'> {
  readonly value?: string
  readonly onChange?: (code: string) => void
}

/** The input for a one-time code. */
export function CodeInput({ value = '', onChange, ...input }: CodeInputProps) {
  return (
    <Input
      inputMode="numeric"
      autoComplete="one-time-code"
      {...input}
      value={value}
      onChange={(text) => onChange?.(codeIn(text))}
    />
  )
}
