import { type Int32, Minimum } from '@operator-gen/runtime/api';

/** Book is read. */
export class Book {
  title!: string;
  @Minimum(1)
  pages?: Int32;
}
