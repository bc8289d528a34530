import { Input, type InputProps } from '@arco-design/web-react'

/** More than a code has, so that a wrong one is complained about, not cut. */
const maxDigits = 12

/**
 * Extracts the code from pasted text: the one group of six digits in a whole message, otherwise all digits, whatever is
 * between them. Full-width digits become plain ones.
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

/** The input of a one-time code. */
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
