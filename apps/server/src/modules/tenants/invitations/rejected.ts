import { type SqlBool, sql } from 'kysely'

/** Whether a `product_authorization` is one that its product rejected, and nobody has tried again or taken back yet. */
export const isRejected = sql<SqlBool>`(product_authorization.state = 'refused'
  or product_authorization.refused_grants is not null)`
