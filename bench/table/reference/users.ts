/** Returns a number for an index that looks random and is the same in every run. */
const scrambled = (index: number, column: number): number => {
  let bits = Math.imul(index + 1, 2_654_435_761) ^ Math.imul(column, 40_503)
  bits ^= bits >>> 13
  bits = Math.imul(bits, 1_274_126_177)
  return (bits ^ (bits >>> 16)) >>> 0
}

const pick = (choices: readonly string[], chance: number): string => choices[chance % choices.length] ?? ''

const userAt = (index: number) => ({
  id: String(index + 1),
  account: `user${index + 1}`,
  name: `${pick(['Wang', 'Li', 'Zhang', 'Chen', 'Liu'], scrambled(index, 1))} ${pick(['Wei', 'Fang', 'Na', 'Min', 'Jing'], scrambled(index, 2))}`,
  email: `user${index + 1}@example.com`,
  phone: `1${String(3e9 + (scrambled(index, 3) % 6e9)).slice(0, 10)}`,
  dept: pick(['R&D', 'Sales', 'Finance', 'Ops', 'HR'], scrambled(index, 4)),
  role: pick(['admin', 'auditor', 'member'], scrambled(index, 5)),
  status: pick(['active', 'locked', 'disabled'], scrambled(index, 6)),
  created: new Date(1.6e12 + scrambled(index, 7) * 30).toISOString().slice(0, 10),
  last: new Date(1.7e12 + scrambled(index, 8) * 15).toISOString().slice(0, 16),
})

export type User = ReturnType<typeof userAt>

/** Total number of users. */
export const total = 1_000_000

/** Returns a page of users, generated on the spot: the data of a server's response, at no cost to the page. */
export const usersOf = (page: number, size: number): User[] =>
  Array.from({ length: size }, (_, row) => userAt((page - 1) * size + row))

export const columns: readonly (keyof User)[] = [
  ...(['id', 'account', 'name', 'email', 'phone'] as const),
  ...(['dept', 'role', 'status', 'created', 'last'] as const),
]
