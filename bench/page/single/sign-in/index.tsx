import { routes } from '@atrium/sign-in'
import { bootWith } from '../boot.ts'

bootWith('sign-in', ['/signIn'], routes)
