/** The pages that a message may lead to, by their routes in the suite. */
const pages = { signIn: '/signIn/index', checkEmail: '/checkEmail', register: '/register' } as const

/**
 * The address of a page of the suite.
 *
 * @param publicUrl the profile's public address: what a request claims to have been sent to counts nowhere
 * @param key the secret that the page is opened with
 */
export const linkTo = (publicUrl: string, page: keyof typeof pages, key?: string): string => {
  const query = key === undefined ? '' : `?${new URLSearchParams({ key })}`
  return `${publicUrl}/#${pages[page]}${query}`
}
