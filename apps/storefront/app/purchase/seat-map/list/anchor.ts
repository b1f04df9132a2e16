/** Where links of the sections' picture lead. */
export const PLACE_LIST_ID = 'lista-de-lugares';
