import { routes } from '@atrium/system-admin'
import { bootWith } from '../boot.ts'

bootWith('system-admin', ['/systemManger'], routes)
