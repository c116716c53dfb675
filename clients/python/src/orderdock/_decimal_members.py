# Generated from docs/openapi.json by clients/python/generate.py.
"""Names of members that are decimals."""

DECIMAL_MEMBERS = frozenset(
    [
        "amount",
        "base",
        "discount",
        "divisor",
        "fromQuantity",
        "grandTotal",
        "listPrice",
        "multiplier",
        "net",
        "price",
        "priceEntered",
        "priceStd",
        "qty",
        "qtyInPriceUom",
        "rate",
        "scaleFrom",
        "sent",
        "taxRate",
        "totalLines",
        "totalTax",
        "unrounded",
        "value",
    ]
)
