import { menuIconOf } from './menu-icons.ts'

/** The icon of a menu entry, by the name that the server stores. */
export function MenuIcon({ name }: { readonly name: string }) {
  const Icon = menuIconOf(name)
  return <Icon aria-hidden="true" />
}
