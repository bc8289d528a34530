import { Input, type InputProps } from '@arco-design/web-react'

/** The input for a user name, with auto-capitalisation and spell checking off. */
export function UserNameInput(props: InputProps) {
  return (
    <Input
      size="large"
      autoComplete="username"
      maxLength={64}
      autoCapitalize="none"
      spellCheck={false}
      {...props}
    />
  )
}
