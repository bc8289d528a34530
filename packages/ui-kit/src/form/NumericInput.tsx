import { Input, type InputProps } from '@arco-design/web-react'
import { defaultDecimals, numericOnly } from './numeric.ts'

export interface NumericInputProps extends Omit<InputProps, 'value' | 'onChange' | 'defaultValue'> {
  readonly value?: string | number
  readonly onChange?: (value: string) => void
  /** 3 unless said otherwise; 0 for whole numbers. */
  readonly decimals?: number
}

/** An input that takes nothing but digits and one dot. */
export function NumericInput({ value, onChange, decimals = defaultDecimals, ...input }: NumericInputProps) {
  return (
    <Input
      {...input}
      inputMode={decimals === 0 ? 'numeric' : 'decimal'}
      value={value === undefined ? '' : String(value)}
      onChange={(text) => onChange?.(numericOnly(text, decimals))}
    />
  )
}
