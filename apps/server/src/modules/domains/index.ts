import { domainCombobox } from '@atrium/contract'
import { handle, type Route } from '../../http/route.ts'
import { chooseDomains } from './queries.ts'

export const domainRoutes: readonly Route[] = [handle(domainCombobox, chooseDomains)]
