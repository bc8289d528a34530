import { Input as ArcoInput, type InputProps as ArcoInputProps } from '@arco-design/web-react'
import type { RefInputType, TextAreaProps } from '@arco-design/web-react/es/Input/index.js'
import type { Ref } from 'react'
import { useField } from './field-context.ts'

/** Replaces the full-width digits of Chinese input methods with plain ones, for fields that expect digits. */
const plainDigits = (text: string): string => text.normalize('NFKC').replaceAll('。', '.')

interface Limited {
  readonly value?: unknown
  readonly onChange?: (value: string, event: never) => void
}

/**
 * Returns the props that an input takes from its field. Text is never cut or changed silently: a text that is too
 * long stays, and the field shows the error at once.
 */
function useLimits<Props extends Limited>({ value, onChange, ...props }: Props) {
  const { limits, check } = useField()
  const { maxLength, inputMode } = limits
  return {
    ...(inputMode && { inputMode }),
    ...(maxLength && { maxLength: { length: maxLength, errorOnly: true } }),
    ...props,
    ...(value !== undefined && { value: String(value ?? '') }),
    onChange: (text: string, event: never) => {
      onChange?.(inputMode === 'numeric' || inputMode === 'tel' ? plainDigits(text) : text, event)
      if (maxLength !== undefined && text.trim().length > maxLength) check?.()
    },
  }
}

export interface InputProps extends ArcoInputProps {
  readonly ref?: Ref<RefInputType>
}

/** A single-line text input. In a `Field`, the schema determines its maximum length and phone keyboard. */
export function Input(props: InputProps) {
  return <ArcoInput {...(useLimits(props as Limited) as ArcoInputProps)} />
}

function TextArea(props: TextAreaProps) {
  return <ArcoInput.TextArea {...(useLimits(props as Limited) as TextAreaProps)} />
}

Input.TextArea = TextArea
