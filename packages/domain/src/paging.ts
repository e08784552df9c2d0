export const LIST_PAGE_MAX = 500
