import { type SqlBool, sql } from 'kysely'

/** SQL condition: the product has rejected a `product_authorization`, which has been neither retried nor taken back. */
export const isRejected = sql<SqlBool>`(product_authorization.state = 'refused'
  or product_authorization.refused_grants is not null)`
