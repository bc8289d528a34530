import { Input, type InputProps } from '@arco-design/web-react'

/** The input of a user name: no keyboard may capitalise or correct it. */
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
