import { Counter } from 'prom-client'

/** Every password hashed or compared, right or wrong: what bounds the sign-ins a second. */
export const passwordHashes = new Counter({
  name: 'atrium_password_hashes_total',
  help: 'Passwords hashed, to store or to compare',
})
