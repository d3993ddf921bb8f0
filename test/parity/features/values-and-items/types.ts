import {
  CustomResource,
  Items,
  MaxItems,
  MaxProperties,
  Resource,
  Values,
  XValidation,
} from '@operator-gen/runtime/api';

/**
 * Tag is short.
 * @maxLength 10
 */
export type Tag = string;

/** Tags are few. */
export type Tags = Tag[];

export class ShopSpec {
  @Values(MaxItems(3), Items(XValidation({ rule: 'self.size() > 0' })))
  goods?: Record<string, Tags>;
  @Items(MaxProperties(2), Values(MaxItems(3), Items(XValidation({ rule: 'self.size() > 0' }))))
  shelves?: Record<string, Tags>[];
}

@Resource({ group: 'values-and-items.parity.example.com', version: 'v1' }, { plural: 'shops' })
export class Shop extends CustomResource {
  spec?: ShopSpec;
}
